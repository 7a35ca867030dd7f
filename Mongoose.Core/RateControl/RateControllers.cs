namespace Mongoose.Core.RateControl;

/// <summary>Makes controllers by name.</summary>
public static class RateControllers
{
    /// <summary>The names of all controllers.</summary>
    public static readonly IReadOnlyList<string> Names =
    [
        WindowTrackingController.ControllerName, PaperLiteralController.ControllerName, ViewerController.ControllerName,
        TfrcController.ControllerName, TfrcController.WithoutDiscountingName, TfrcController.PaperName,
        AutoBandwidthController.ControllerName, FixedController.ControllerName,
    ];

    /// <summary>A new controller, for one viewer.</summary>
    /// <exception cref="ArgumentException">
    /// There is no controller of that <paramref name="name"/>; the message lists those that there are.
    /// </exception>
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
