# What a developer does often. None of it is needed to build or to use compact-gate: the README uses cargo alone.

# The build goes to the host's target by name (.cargo/config.toml), so that is where the binaries are.
release := join(env("CARGO_TARGET_DIR", "target"), `rustc --print host-tuple`, "release")

# List the recipes
default:
    @just --list --unsorted

# Format the code
[group('check')]
fmt:
    cargo fmt --all

# Everything short of running tests
[group('check')]
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets --all-features -- -D warnings
    shellcheck hooks/compact-gate.sh .ci/run

# All tests that need no client
[group('check')]
test:
    cargo test --workspace

# The gate in the real client, which npm installs
[group('check')]
test-client:
    cargo test -p compact-gate --features real-client --test real_client

# Exactly what CI runs
[group('check')]
ci:
    bash .ci/run

# Play a compaction's whole life in a temporary directory
[group('run')]
demo:
    cargo run --release -p compact-gate -- demo

# Play the scenarios in a directory against the gate
[group('run')]
eval directory="fixtures/boundary":
    cargo run --release -p compact-gate -- eval {{ quote(directory) }}

# Whole-process times of PreToolUse beside an empty program
[group('measure')]
bench-quick runs="400":
    cargo build --release --workspace
    {{ quote(release / "bench-startup") }} {{ runs }}

# Score the lint on a labelled corpus: a directory with score.py, summaries-dev.jsonl.gz and claims-dev.jsonl
[group('measure')]
lint-score corpus:
    cargo build --release -p compact-gate
    python3 {{ quote(corpus / "score.py") }} --cmd {{ quote(quote(release / "compact-gate") + " lint --batch -") }} \
        {{ quote(corpus / "summaries-dev.jsonl.gz") }} --claims {{ quote(corpus / "claims-dev.jsonl") }}
