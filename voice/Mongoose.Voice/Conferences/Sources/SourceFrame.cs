using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>The state of a source in one frame.</summary>
/// <param name="Number">Counts the source's frames.</param>
/// <param name="Kind">The content of the frame.</param>
/// <param name="Fade">Whether the source leaves a mix or enters one in this frame.</param>
/// <param name="Lead">The time by which the source is ahead of the mixes from the same peer.</param>
/// <param name="IsTail">Whether the frame only plays the rest of earlier frames, which are delayed.</param>
internal record struct SourceFrame(long Number, PlayoutKind Kind, TrunkFade Fade, TrunkLead Lead, bool IsTail);
