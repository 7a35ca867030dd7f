# shellcheck shell=bash disable=SC2154,SC2004,SC2034 # The scripts that read this have the map "given": the names and defaults of their options.
# What the scripts run of all recipes share.
export LC_ALL=C
readonly grace=20 # how long bots may take to leave, in seconds
conditions=()

# Prints a line. An output that nobody reads any more (a closed terminal, a "tee" that the same Ctrl-C ended) must not end the script.
say() {
    echo "run: $*" >&2 2>/dev/null || true
}

fail() {
    say "$2"
    exit "$1"
}

# Each argument in quotes, for any POSIX shell.
quote() {
    local argument
    for argument; do printf " '%s'" "${argument//\'/\'\\\'\'}"; done
}

# Reads options up to "--" into the map, and their number of words into "words".
read_options() {
    words=$#
    while (($#)) && [[ $1 != -- ]]; do
        [[ $1 != --help ]] || { usage; exit 0; }
        local name=${1#--}
        [[ $1 == --?* && -v given[$name] ]] || fail 2 "$1 is no option: see run --help"
        (($# > 1)) || fail 2 "$1 has no value"
        given[$name]=$2
        if [[ $name == fail-if ]]; then conditions+=("$1" "$2"); fi
        shift 2
    done
    words=$((words - $#))
    for name in shards start-in limit; do
        [[ ${given[$name]:-0} =~ ^(0|[1-9][0-9]{0,5})$ ]] || fail 2 "--$name ${given[$name]}: allowed are whole numbers up to 999999"
    done
    [[ ! -e ${given[out]} ]] || fail 2 "--out ${given[out]} exists already"
    [[ -z ${given[ini]} || -r ${given[ini]} ]] || fail 2 "--ini ${given[ini]} cannot be read"
}

# Stops unless programs are installed here.
need() {
    local program
    for program; do command -v "$program" >/dev/null || fail 2 "$program is not installed here"; done
}

# Finds mongoose-bot for the merge: the program in one of these folders, else the command after them. Its version is then in "version".
find_merge() {
    local folder
    for folder in "${@:1:$#-1}"; do
        if [[ -e $folder/mongoose-bot.dll ]]; then given[merge]=${given[merge]:-dotnet$(quote "$folder/mongoose-bot.dll")}; fi
    done
    given[merge]=${given[merge]:-${*: -1}}
    version=$(sh -c "${given[merge]} --version") || fail 2 "${given[merge]} does not run here, so that nothing would merge the results: see --merge"
}

# The time in so many seconds, for --start-at.
time_in() {
    date -u -d "$1 seconds" +%Y-%m-%dT%H:%M:%SZ
}

# Merges this number of parts, whether they are there or not: the merge names those that are missing. A late Ctrl-C does not end it.
merge_parts() {
    local parts=() i out=${given[out]}
    for ((i = 0; i < $1; i++)); do parts+=("$out/part-$i.json"); done
    # cat: the merge itself never meets an output that nobody reads.
    setsid sh -c "${given[merge]} merge \"\$@\"" merge "${parts[@]}" "${conditions[@]}" --json "$out/bots.json" --csv "$out/csv" \
        --report "$out/bots.html" 2>&1 | setsid cat || return "${PIPESTATUS[0]}"
}
