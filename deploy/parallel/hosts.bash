# shellcheck shell=bash disable=SC2154,SC2317 # run sets the variables, and calls some of the functions by their names.
# What run does on the hosts.

# Runs a command on host h, where it keeps temporary files. Signals to this script do not concern it.
on_host() {
    trap '' INT TERM HUP
    "${ssh[@]}" "${hosts[$1]}" "exec sh -c$(quote "cd \"\${TMPDIR:-/tmp}\" && $2")" 2>"$work/$1.errors"
}

# Calls a function for all hosts, five a second, and again for those for which it failed. Then, failed has the numbers of those that are left.
on_all_hosts() { # FUNCTION TRIES
    local h try pid pids
    rm -f "$work"/*.ok
    for ((try = 0; try < $2; try++)); do
        failed='' pids=()
        for h in "${!hosts[@]}"; do
            [[ ! -e $work/$h.ok ]] || continue
            { "$1" "$h" && : >"$work/$h.ok"; } </dev/null &
            pids+=($!)
            sleep 0.2 || true
        done
        # A signal to this script ends wait, and not what it waits for.
        for pid in "${pids[@]}"; do while kill -0 "$pid" 2>/dev/null; do wait "$pid" || true; done; done
        for h in "${!hosts[@]}"; do if [[ ! -e $work/$h.ok ]]; then failed+=" $h"; fi; done
        [[ $failed ]] || return 0
    done
}

# Makes the folder on host h. The file answer gets the time there and the time here, a line when the folder is there, the version of mongoose-bot there. Then mongoose-bot
# checks its options. A signal to this script does not cut the answer off: it tells whether there is a folder to delete.
prepare() {
    trap '' INT TERM HUP
    tar -chf - --exclude='./program/bots-*' --exclude=./program/docs -C "$send" . | on_host "$1" \
        "date +%s.%N && umask 077 && mkdir $folder && cd $folder && tar -xof - && echo unpacked && timeout 30 $bot --version && echo runs && timeout 30 sh ./check" |
        { read -r there && echo "$there $EPOCHREALTIME" && cat; } >"$work/$1.answer"
}
stop() { on_host "$1" "sh $folder/on-host stop INT"; }
stop_all() {
    trap '' INT TERM HUP
    for h in "${!hosts[@]}"; do stop "$h" & sleep 0.05; done
    wait
}
collect() {
    on_host "$1" "sh $folder/on-host finish" >"$work/$1.tar" && tar -xf "$work/$1.tar" -C "$out" --no-overwrite-dir --no-same-owner &&
        : >"$work/$1.collected"
}
# Deletes the folder on host h, but no results that are not here.
remove() {
    [[ -s $work/$1.answer ]] || return 0
    [[ ! $parallel || -e $work/$1.collected ]] && on_host "$1" "rm -rf $folder"
}
