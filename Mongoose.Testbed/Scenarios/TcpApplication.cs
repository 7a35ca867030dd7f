namespace Mongoose.Testbed.Scenarios;

/// <summary>What a TCP flow carries.</summary>
public abstract record TcpApplication
{
    /// <summary>Whether what it carries is asked for, by requests the other way.</summary>
    public virtual bool Asks => false;
}
