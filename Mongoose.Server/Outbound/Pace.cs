namespace Mongoose.Server.Outbound;

/// <summary>How soon a circuit is to be served again, in milliseconds.</summary>
internal enum Pace
{
    /// <summary>
    /// It has something to send, or something moved of late. A packet waits for the loop half of this on average, and what may go meanwhile goes at
    /// once; 1 ms costs twice the processor time and no circuit is faster for it. Updates wait for it twice, to be asked for and to be sent.
    /// </summary>
    Busy = 2,

    /// <summary>It had something else to send of late.</summary>
    Watched = 5,

    /// <summary>
    /// It had nothing to send for a while; as often as stock. To look is all that an idle circuit costs, and it is dear: its queues are never in
    /// the processor's cache. Every second look is at updates and the Task queue alone, so the first packet of another channel may wait for two.
    /// </summary>
    Idle = 15,
}
