namespace Mongoose.Mixer.Commands;

/// <summary>What a run shows to the user. All calls are made on one thread.</summary>
internal interface IMixerDisplay
{
    /// <summary>A second has passed.</summary>
    void Update(RunView view);

    /// <summary>A fault has stopped a peer.</summary>
    void Failed(string fault);
}
