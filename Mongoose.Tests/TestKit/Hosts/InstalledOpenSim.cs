using Mongoose.Simulators;

namespace Mongoose.TestKit.Hosts;

/// <summary>The OpenSimulator that tests use.</summary>
internal static class InstalledOpenSim
{
    /// <summary>Finds it; where none is installed, the test is skipped.</summary>
    public static OpenSimBin FindOrSkip()
    {
        OpenSimBin? bin = OpenSimBin.FindDefault();
        if (bin is null)
            Assert.Ignore($"no OpenSimulator in {OpenSimBin.DefaultDirectory}: set {OpenSimBin.Variable} to the bin/ of one");
        return bin!;
    }
}
