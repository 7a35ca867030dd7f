using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Core.Channels;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>How often a channel had something to send, by looks at its queue over the console.</summary>
internal sealed class Backlog
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(10);

    private readonly int[] _queued = new int[ChannelRates.Count];

    private Backlog()
    {
    }

    public int Looks { get; private set; }

    /// <summary>Share of the looks that found a packet in the queue, 0 to 1.</summary>
    public double this[Channel channel] => (double)_queued[(int)channel] / Looks;

    /// <summary>Looks for so long.</summary>
    public static Backlog Watch(OpenSimInstance grid, GridVisit visit, TimeSpan time)
    {
        OpenSimUser user = OpenSimUser.WithId(visit.Login.AgentId);
        Backlog backlog = new();
        for (DateTime end = DateTime.UtcNow + time; DateTime.UtcNow < end; Thread.Sleep(Interval))
            backlog.Look(grid.Console.Ask($"mongoose show channels {user.First} {user.Last}"));
        return backlog;
    }

    private void Look(string[] table)
    {
        Looks++;
        foreach (Channel channel in Enum.GetValues<Channel>())
        {
            // Rate, packets, own and borrowed kB, packets in the queue.
            Match row = table.Select(line => Regex.Match(line, $@"^\s*{channel}(\s+[\d.]+){{4}}\s+(?<queue>\d+)\s")).First(match => match.Success);
            if (int.Parse(row.Groups["queue"].Value, CultureInfo.InvariantCulture) > 0)
                _queued[(int)channel]++;
        }
    }
}
