namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>A place whose regions are those of real OpenSimulators.</summary>
internal interface IGridPlace
{
    OpenSimGrids Grids { get; }

    /// <summary>The accounts of a circuit: its viewer is logged in, and its walking avatar is in the region.</summary>
    OpenSimGuest GuestOf(FlowGroup group, int member);
}
