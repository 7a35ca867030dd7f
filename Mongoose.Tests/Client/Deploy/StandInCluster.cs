using System.Runtime.Versioning;

namespace Mongoose.Tests.Client.Deploy;

/// <summary>
/// A program with the few commands of kubectl that deploy/kubernetes/run uses. A pod is a folder, and a process of <see cref="StandInBot"/>
/// in it. The pod with the index in the file "pending" never starts, the node of the one in "lost" is lost. A word in the file "faults"
/// makes a command fail, once for each time that it is there: list, cat.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class StandInCluster
{
    private const string Script = """
        #!/bin/bash
        cd "$(dirname "$0")" || exit 1
        fault() {
            grep -qs "^$1$" faults || return 0
            sed -i "0,/^$1$/{/^$1$/d}" faults
            echo "the cluster does not answer" >&2
            exit 1
        }
        case "$1 $2" in
            "create secret") cp "${5#*bots.ini=}" secret ;;
            "create -f")
                cat >job.yaml
                count=$(sed -n 's/ *completions: //p' job.yaml) start=$(sed -n 's/ *value: "\(2.*Z\)"/\1/p' job.yaml)
                for ((i = 0; i < count; i++)); do
                    mkdir pod$i
                    if [ "$(cat pending)" = $i ]; then continue; fi
                    (
                        env --default-signal=INT setsid ./bot --shard $i/$count --start-at "$start" \
                            --json pod$i/part.json $(cat secret) >pod$i/log 2>&1 &
                        echo $! >pod$i/pid
                        wait $!
                        echo $? >pod$i/code
                    ) >/dev/null 2>&1 &
                done
                ;;
            "get pods")
                fault list
                for pod in pod*; do
                    if [ -e $pod/pid ]; then phase=Running; else phase=Pending; fi
                    code=$(cat $pod/code 2>/dev/null) gone='' reason=''
                    if [ "$(cat lost)" = ${pod#pod} ]; then code='' gone=2026-01-01T00:00:00Z; fi
                    if [ $phase = Pending ]; then reason=ImagePullBackOff; fi
                    echo "${pod#pod}|$pod|node${pod#pod}|$phase|$code|$gone|$reason"
                done
                ;;
            exec*)
                case "$*" in
                    *kill*) kill -INT "$(cat $2/pid)" ;;
                    *"wc -c"*) if [ -e $2/part.json ]; then wc -c <$2/part.json; else echo none; fi ;;
                    *touch*) touch $2/collected ;;
                    *cat*) fault cat; cat $2/part.json ;;
                esac
                ;;
            logs*) cat $2/log ;;
            "delete job") rm -r pod* ;;
            "delete secret") rm secret ;;
        esac
        """;

    /// <summary>Writes it into a new folder, and returns its path.</summary>
    public static string Make(string folder, string pending, string lost, string faults)
    {
        StandInBot.Write(folder);
        File.WriteAllText(Path.Combine(folder, "pending"), pending);
        File.WriteAllText(Path.Combine(folder, "lost"), lost);
        File.WriteAllText(Path.Combine(folder, "faults"), faults.Replace(' ', '\n'));
        return StandInBot.Write(folder, "kubectl", Script);
    }
}
