namespace Mongoose.Client.Login;

/// <summary>Why a region tells of another; the names are those of the event queue's messages.</summary>
public enum RegionEventKind
{
    /// <summary>A neighbour lets the session look in: it may open a circuit there.</summary>
    EnableSimulator,
    /// <summary>That neighbour's seed capability.</summary>
    EstablishAgentCommunication,
    /// <summary>A teleport has come so far that the avatar is awaited there.</summary>
    TeleportFinish,
    /// <summary>The avatar has walked or flown across the border and is awaited there.</summary>
    CrossedRegion,
}
