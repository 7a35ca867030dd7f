using System.Runtime.Versioning;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>
/// A program with the options and exit values of mongoose-bot, without bots. A part's file has the outcome, the host's address, and the
/// arguments, each on lines of its own.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class StandInBot
{
    private const string Script = """
        #!/bin/bash
        if [ "$1" = --version ]; then sleep "${SLOW:-0}"; echo 1.2.3; exit; fi
        if [ "$1" = --dry-run ]; then
            for argument; do if [ "$argument" = wrong ]; then echo "mongoose-bot: $argument: allowed is right" >&2; exit 2; fi; done
            exit
        fi
        if [ "$1" = merge ]; then
            code=0
            for argument; do
                case $argument in
                    *.json)
                        if [ "$json" != 1 ] && ! grep -qs '^finished$' "$argument"; then
                            echo "incomplete: ${argument##*/}"; code=3
                        fi ;;
                    --json) json=1 ;;
                    always) [ $code -ne 0 ] || code=99 ;;
                esac
            done
            exit $code
        fi
        arguments=("$@") seconds=2 stays=0
        while [ $# -gt 0 ]; do
            case $1 in
                --json) file=$2 ;;
                --shard) shard=$2 ;;
                --start-at) start=$2 ;;
                --seconds) seconds=$2 ;;
                --stays) stays=1 ;;
            esac
            shift
        done
        asked=0 outcome=finished
        trap 'outcome=interrupted; asked=$((asked + 1)); echo "$shard asked to leave"
            if [ $asked -gt $stays ]; then seconds=0; fi' INT TERM
        trap '' PIPE
        until [ "$(/bin/date +%s)" -ge "$(/bin/date -d "$start" +%s)" ] || [ $asked -gt 0 ]; do sleep 0.1; done
        echo "$shard arrived"
        SECONDS=0
        while [ $SECONDS -lt $seconds ]; do sleep 0.1; done
        printf '%s\n' $outcome "$SSH_CONNECTION" "${arguments[@]}" >"$file"
        if [ $outcome = interrupted ]; then exit 105; fi
        """;

    /// <summary>Writes it, or another script, into a folder, and returns its path.</summary>
    public static string Write(string folder, string name = "bot", string script = Script)
    {
        string path = Path.Combine(folder, name);
        File.WriteAllText(path, script);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }
}
