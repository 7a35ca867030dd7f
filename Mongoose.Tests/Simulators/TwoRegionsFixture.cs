using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>Tests in a real OpenSim with Mongoose and a second region east of the first.</summary>
public abstract class TwoRegionsFixture : ModuleFixture
{
    protected sealed override string Configuration => "two regions";

    protected sealed override int Prims => 50;

    protected sealed override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Neighbours = [Neighbour] };
}
