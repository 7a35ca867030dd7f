namespace Mongoose.Core.Downloads;

/// <summary>The present mode of a visitor's downloads.</summary>
public enum DownloadMode
{
    /// <summary>The downloads grow until a queue appears.</summary>
    Start,

    /// <summary>The downloads keep the line full with a short queue.</summary>
    Delay,

    /// <summary>The downloads send little, to find out whose queue is on the line.</summary>
    Trial,

    /// <summary>Other traffic keeps the queue full: the downloads together take the share of one TCP.</summary>
    Competing,
}
