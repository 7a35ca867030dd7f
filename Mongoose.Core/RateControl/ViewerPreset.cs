namespace Mongoose.Core.RateControl;

/// <summary>Constants of the stock viewer's loop, by origin.</summary>
public enum ViewerPreset
{
    /// <summary>
    /// As the Mongoose paper describes it (section II): every second, loss below 0.5 % or above 3 %, 50 to 1500 kbit/s, setting 500.
    /// </summary>
    Paper,
    /// <summary>
    /// The source of 2010: every 5 s, at most 0.5 % or above 3 %, 0.2 to 1.5 times the setting of 500, at most 1500 viewer kbit/s.
    /// </summary>
    Source2010,
    /// <summary>The current source: as in 2010, but with a setting of 3000 and at most 6000 viewer kbit/s.</summary>
    Source,
}
