namespace Mongoose.Voice.Trunks;

/// <summary>What a link between mixers is used for.</summary>
internal enum LinkState
{
    /// <summary>The neighbour has not been heard.</summary>
    Silent,

    /// <summary>Audio may pass.</summary>
    Open,

    /// <summary>It would close a loop: only hellos pass.</summary>
    Closed,
}
