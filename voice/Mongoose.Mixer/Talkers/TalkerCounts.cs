using Mongoose.Core.Units;

namespace Mongoose.Mixer.Talkers;

/// <summary>What a talker sent, and what receivers reported of it.</summary>
/// <param name="Name">Its CNAME.</param>
/// <param name="Ssrc">Its source.</param>
/// <param name="Packets">RTP packets sent.</param>
/// <param name="Bytes">IP bytes sent, RTCP included.</param>
/// <param name="Skipped">Frames of silence that were not sent.</param>
/// <param name="Reports">Report blocks received (RFC 3550).</param>
/// <param name="ReportedLost">Packets lost so far, by the latest of them.</param>
/// <param name="ReportedJitter">Jitter, by the latest of them.</param>
/// <param name="RoundTrip">The shortest round trip; null if it is not known.</param>
public readonly record struct TalkerCounts(
    string Name, uint Ssrc, long Packets, long Bytes, long Skipped, long Reports, int ReportedLost, Duration ReportedJitter, Duration? RoundTrip);
