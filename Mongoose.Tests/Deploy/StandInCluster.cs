using System.Runtime.Versioning;

namespace Mongoose.Tests.Deploy;

/// <summary>
/// A program with the few commands of kubectl that deploy/kubernetes/run uses. A pod is a folder, and a process of <see cref="StandInBot"/> in it. The pod
/// with the index in the file "pending" never starts.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class StandInCluster
{
    private const string Script = """
        #!/bin/bash
        cd "$(dirname "$0")" || exit 1
        case "$1 $2" in
            "create secret") cp "${5#*bots.ini=}" secret ;;
            "create -f")
                cat >job.yaml
                count=$(sed -n 's/ *completions: //p' job.yaml) start=$(sed -n 's/ *value: "\(2.*Z\)"/\1/p' job.yaml)
                for ((i = 0; i < count; i++)); do
                    mkdir pod$i
                    if [ "$(cat pending)" = $i ]; then continue; fi
                    (
                        env --default-signal=INT setsid ./bot --shard $i/$count --start-at "$start" --json pod$i/part.json $(cat secret) >pod$i/log 2>&1 &
                        echo $! >pod$i/pid
                        wait $!
                        echo $? >pod$i/code
                    ) >/dev/null 2>&1 &
                done
                ;;
            "get pods")
                for pod in pod*; do
                    if [ -e $pod/pid ]; then phase=Running; else phase=Pending; fi
                    echo "${pod#pod}|$pod|node${pod#pod}|$phase|$(cat $pod/code 2>/dev/null)"
                done
                ;;
            exec*)
                case "$*" in
                    *kill*) kill -INT "$(cat $2/pid)" ;;
                    *"wc -c"*) wc -c <$2/part.json ;;
                    *cat*) cat $2/part.json ;;
                esac
                ;;
            logs*) cat $2/log ;;
            "delete job") rm -r pod* ;;
            "delete secret") rm secret ;;
        esac
        """;

    /// <summary>Writes it into a new folder, and returns its path.</summary>
    public static string Make(string folder, string pending)
    {
        StandInBot.Write(folder);
        File.WriteAllText(Path.Combine(folder, "pending"), pending);
        string path = Path.Combine(folder, "kubectl");
        File.WriteAllText(path, Script);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }
}
