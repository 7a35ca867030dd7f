namespace Mongoose.Client.Activities;

/// <summary>What an avatar does, act by act, without end. The same seed gives the same acts.</summary>
public interface IActivity
{
    Act Next();
}
