#!/bin/sh
# Runs the claims of this bundle on this host and leaves one file: evidence.jsonl.
#
#   ./run.sh [--dry-run] [--python PATH]… [option of readpoint-verify]…
#
# --python names a Python with torch; repeat it for each release. --dry-run says what would be run.
# A run that was ended goes on where it stopped: start it again. OUT names another file.
# Exit status: 0 confirmed, 1 something is refuted, 2 usage or files, 3 nothing could be run.
set -u

case $0 in
*/*) cd "${0%/*}" || exit 2 ;;
esac

for argument; do
    shift
    if [ "$argument" = --dry-run ]; then
        argument=--list
    fi
    set -- "$@" "$argument"
done

rank=${READPOINT_RANK:-0}
out=${OUT:-evidence.jsonl}
if [ -z "${READPOINT_RANKS:-}" ]; then
    # Ranks run the same claims at the same time, so none of them leaves one out.
    set -- --resume "$@"
fi
if [ "$rank" != 0 ]; then
    # Every rank sees the same; the records of the first one count.
    out=rank-$rank.jsonl
fi

if ! ./readpoint-verify --version >/dev/null 2>&1; then
    echo "run.sh: readpoint-verify does not start here; it needs Linux on x86-64 with a C library" >&2
    echo "run.sh: as new as that of the machine that made the bundle:" >&2
    ./readpoint-verify --version >&2
    exit 2
fi
# The driver may lie in an unusual place.
exec ./readpoint-verify verify --level all --claims claims.json --out "$out" \
    --pass LD_LIBRARY_PATH "$@"
