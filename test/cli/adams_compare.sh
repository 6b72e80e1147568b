# SPDX-License-Identifier: BSD-3-Clause
#
# adams_compare.sh -- decks beside what ADAMS wrote for them, where these runs are at hand.
if [ ! -d "${POLHODE_REFERENCE-}/adams" ]; then
    echo "skipped: no ADAMS runs to compare with; POLHODE_REFERENCE names the folder that holds adams/"
    exit 77
fi
if ! command -v python3 >/dev/null; then
    echo "skipped: no python3"
    exit 77
fi
exec python3 "$SOURCE/tools/adams_compare.py" "$POLHODE" "$POLHODE_REFERENCE/adams"
