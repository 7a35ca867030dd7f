using Mongoose.Core.Units;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Numerics;

namespace Mongoose.Tests.Network.Links.Losses;

/// <summary>The losses of a loss model among packets that are numbered from 0.</summary>
internal static class LossesOf
{
    public static bool[] Packets(LossModel model, int seed, int packets)
    {
        ILossProcess process = model.Start(new SeededRandom(seed), Instant.Zero);
        return Enumerable.Range(0, packets).Select(_ => process.LosesNext(Instant.Zero)).ToArray();
    }

    public static int[] Numbers(LossModel model, int packets) =>
        Enumerable.Range(0, packets).Zip(Packets(model, 1, packets)).Where(pair => pair.Second).Select(pair => pair.First).ToArray();
}
