using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Core.Channels;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>How often a channel had packets to send, measured by polling its queue on the console.</summary>
internal sealed class Backlog
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    private readonly int[] _queued = new int[ChannelRates.Count];

    private Backlog()
    {
    }

    public int Polls { get; private set; }

    /// <summary>The fraction of the polls that found a packet in the queue, 0 to 1.</summary>
    public double this[Channel channel] => (double)_queued[(int)channel] / Polls;

    /// <summary>Polls the queues for this long.</summary>
    public static Backlog Watch(OpenSimInstance grid, GridVisit visit, TimeSpan time)
    {
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        Backlog backlog = new();
        for (DateTime end = DateTime.UtcNow + time; DateTime.UtcNow < end; Thread.Sleep(Interval))
            backlog.Count(grid.Console.Ask($"mongoose show channels {user.First} {user.Last}"));
        return backlog;
    }

    private void Count(string[] table)
    {
        Polls++;
        foreach (Channel channel in Enum.GetValues<Channel>())
        {
            // The columns are rate, packets, own kB, borrowed kB and queued packets.
            Match row = table.Select(line => Regex.Match(line, $@"^\s*{channel}(\s+[\d.]+){{4}}\s+(?<queue>\d+)\s"))
                .First(match => match.Success);
            if (int.Parse(row.Groups["queue"].Value, CultureInfo.InvariantCulture) > 0)
                _queued[(int)channel]++;
        }
    }
}
