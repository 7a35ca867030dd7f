using Mongoose.Core.Units;

namespace Mongoose.Mixer.Talkers;

/// <summary>Counts of a talker's packets, and of the reports about them.</summary>
/// <param name="Packets">RTP packets sent.</param>
/// <param name="Bytes">IP bytes sent, RTCP included.</param>
/// <param name="Skipped">Frames of silence that were not sent.</param>
/// <param name="Reports">Report blocks received (RFC 3550).</param>
/// <param name="ReportedLost">Packets lost so far, by the latest block.</param>
/// <param name="ReportedJitter">Jitter, by the latest block.</param>
/// <param name="RoundTrip">The shortest round trip; null if it is not known.</param>
public readonly record struct TalkerCounts(
    string Name, uint Ssrc, long Packets, long Bytes, long Skipped, long Reports, int ReportedLost, Duration ReportedJitter,
    Duration? RoundTrip);
