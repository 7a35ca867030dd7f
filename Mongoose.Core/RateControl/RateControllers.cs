namespace Mongoose.Core.RateControl;

/// <summary>Creates controllers by name.</summary>
public static class RateControllers
{
    /// <summary>The names of all controllers.</summary>
    public static readonly IReadOnlyList<string> Names =
    [
        WindowTrackingController.ControllerName, PaperLiteralController.ControllerName, ViewerController.ControllerName,
        TfrcController.ControllerName, TfrcController.WithoutDiscountingName, TfrcController.PaperName,
        AutoBandwidthController.ControllerName, FixedController.ControllerName,
    ];

    /// <summary>Creates a controller for one viewer.</summary>
    /// <exception cref="ArgumentException">No controller has this <paramref name="name"/>. The message lists the allowed names.</exception>
    public static IRateController Create(string name, RateControlOptions options) => name switch
    {
        WindowTrackingController.ControllerName => new WindowTrackingController(options),
        PaperLiteralController.ControllerName => new PaperLiteralController(options),
        ViewerController.ControllerName => new ViewerController(options),
        TfrcController.ControllerName => new TfrcController(options, TfrcForm.Rfc5348),
        TfrcController.WithoutDiscountingName => new TfrcController(options, TfrcForm.WithoutDiscounting),
        TfrcController.PaperName => new TfrcController(options, TfrcForm.Paper),
        AutoBandwidthController.ControllerName => new AutoBandwidthController(options),
        FixedController.ControllerName => new FixedController(options),
        _ => throw new ArgumentException($"no rate controller '{name}'; allowed: {string.Join(", ", Names)}", nameof(name)),
    };
}
