using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Runtime.Output;

namespace Mongoose.Runtime.Hosts;

/// <summary>
/// Counters of the kernel for received packets that it discarded because they were damaged, in one network namespace (RFC 4293, RFC 4022).
/// </summary>
/// <param name="IpHeaders">IP packets with an invalid header, wrong checksums included (Ip: InHdrErrors).</param>
/// <param name="Segments">TCP segments with an invalid header, wrong checksums included (Tcp: InErrs).</param>
/// <param name="Checksums">The part of <paramref name="Segments"/> with a wrong checksum (Tcp: InCsumErrors).</param>
public sealed record SegmentErrors(long IpHeaders, long Segments, long Checksums)
{
    private const string Path = "/proc/thread-self/net/snmp";

    /// <summary>All damaged packets.</summary>
    public long Total => IpHeaders + Segments;

    /// <summary>The counters of a namespace since its creation.</summary>
    /// <exception cref="HostException">The kernel does not report a counter.</exception>
    [SupportedOSPlatform("linux")]
    public static SegmentErrors Read(NetworkNamespace place) => place.Run(() =>
        Parse(PathFault.OrThrow(() => File.ReadAllLines(Path), fault => new HostException($"{Path}: {fault.Message}", fault))));

    /// <summary>Reads the format of /proc/net/snmp: for each protocol, a line of names and a line of values.</summary>
    /// <exception cref="HostException">A counter is missing.</exception>
    public static SegmentErrors Parse(IReadOnlyList<string> lines)
    {
        return new SegmentErrors(Value("Ip:", "InHdrErrors"), Value("Tcp:", "InErrs"), Value("Tcp:", "InCsumErrors"));

        long Value(string protocol, string name)
        {
            string[][] rows = lines.Where(line => line.StartsWith(protocol, StringComparison.Ordinal))
                .Select(line => line.Split(' ')).ToArray();
            int column = rows.Length == 2 ? Array.IndexOf(rows[0], name) : -1;
            string? text = column > 0 ? rows[1].ElementAtOrDefault(column) : null;
            return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long value)
                ? value
                : throw new HostException($"{Path}: {protocol} {name} is missing");
        }
    }
}
