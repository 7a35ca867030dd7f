namespace Mongoose.Voice.Trunks;

/// <summary>The state of a link between mixers.</summary>
internal enum LinkState
{
    /// <summary>The neighbour has not been heard.</summary>
    Silent,

    /// <summary>Audio may pass.</summary>
    Open,

    /// <summary>The link would close a loop: only hellos pass.</summary>
    Closed,
}
