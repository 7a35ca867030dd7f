using System.Globalization;
using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;

namespace Mongoose.Client.Merging;

/// <summary>The reasons why a part is incomplete, for the user.</summary>
internal static class PartFaults
{
    /// <summary>Bots that leave early by up to this time are not reported.</summary>
    private const double LeavingS = 1;

    /// <summary>Shorter runs may end before a ping is answered or a whole second has passed.</summary>
    private const double MeasurableS = 2;

    /// <returns>A line each; none if the part is complete.</returns>
    public static IEnumerable<string> Find(Part part)
    {
        BotRunResult result = part.Result;
        if (result.Interrupted)
            yield return string.Create(CultureInfo.InvariantCulture, $"{part.Name} was interrupted after {result.LengthS:0.0} s");
        string causes = BotRunResult.CausesText(BotRunResult.FailuresOf(result.Bots));
        if (result.Bots.Count(HasFailed) is > 0 and int failed)
            yield return $"{part.Name}: {failed} of {result.Bots.Count} bots failed{causes}";
        // The effects of an interruption need no line of their own.
        foreach (string fault in result.Interrupted ? [] : Undone(result))
            yield return $"{part.Name}: {fault}";
        if (!part.HasHistograms)
            yield return $"{part.Name} has schema {result.Schema}, which has no histograms: percentiles are not measured";
    }

    private static IEnumerable<string> Undone(BotRunResult result)
    {
        BotResult[] arrived = result.Bots.Where(HasArrived).ToArray();
        if (result.Bots.Count(bot => !HasArrived(bot) && !HasFailed(bot)) is > 0 and int missing)
            yield return $"{missing} of {result.Bots.Count} bots did not arrive";
        if (result.Bots.Count(bot => HasArrived(bot) && !HasFailed(bot) && bot.State != BotState.Left) is > 0 and int staying)
            yield return $"{staying} of {result.Bots.Count} bots had not left at the end";
        if (arrived.Length == 0)
            yield break;
        double stayedS = arrived.Max(bot => bot.OverS) - arrived.Max(bot => bot.ArrivedS);
        double plannedS = result.Request.Length.Seconds;
        if (stayedS < plannedS - LeavingS)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"ended after {stayedS:0.0} s of the {plannedS:0.###} s after its last arrival");
        }
        if (plannedS < MeasurableS)
            yield break;
        if (result.Schema != BotRunResult.EarlierSchemaName && result.Histograms.RoundTripMs.Counts.Sum() == 0)
            yield return "no ping was answered";
        if (arrived.All(bot => double.IsNaN(bot.MeanReceivedKbps)))
            yield return "no bot was in a region for a whole second";
    }

    private static bool HasArrived(BotResult bot) => !double.IsNaN(bot.ArrivedS);

    private static bool HasFailed(BotResult bot) => bot.State == BotState.Failed || bot.Failure != BotFailure.None;
}
