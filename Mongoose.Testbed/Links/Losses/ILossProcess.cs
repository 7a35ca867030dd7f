namespace Mongoose.Testbed.Links.Losses;

/// <summary>Decides packet by packet, in the order of transmission.</summary>
public interface ILossProcess
{
    bool LosesNext();
}
