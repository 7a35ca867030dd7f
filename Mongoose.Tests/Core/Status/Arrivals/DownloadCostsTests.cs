using Mongoose.Core.Status.Arrivals;

namespace Mongoose.Tests.Core.Status.Arrivals;

/// <summary>What was sent by HTTP, by capability and by asset.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class DownloadCostsTests
{
    private static readonly Guid Wood = Guid.NewGuid(), Stone = Guid.NewGuid();

    private readonly DownloadCosts _costs = new();

    [Test]
    public void The_pieces_of_an_asset_are_summed_up()
    {
        Add("GetTexture", Wood, 1000);
        Add("GetTexture", Wood, 500, times: 0);
        Add("GetTexture", Wood, 1000);
        Assert.That(_costs.Top(10), Is.EqualTo(new[] { new AssetCost("GetTexture", Wood, 2500, 2) }));
    }

    [Test]
    public void The_assets_that_cost_most_come_first()
    {
        Add("GetTexture", Wood, 1000);
        Add("GetMesh2", Stone, 2000);
        Assert.That(_costs.Top(10).Select(cost => cost.Id), Is.EqualTo(new[] { Stone, Wood }));
        Assert.That(_costs.Top(1).Select(cost => cost.Id), Is.EqualTo(new[] { Stone }));
    }

    [Test]
    public void Bytes_of_no_asset_count_for_their_capability_alone()
    {
        Add("ViewerAsset", Guid.Empty, 300);
        Add("GetTexture", Wood, 1000);
        Assert.That(_costs.ByCapability, Is.EqualTo(new[] { ("GetTexture", 1000L), ("ViewerAsset", 300L) }));
        Assert.That(_costs.TotalBytes, Is.EqualTo(1300));
        Assert.That(_costs.Top(10), Has.Count.EqualTo(1));
    }

    [Test]
    public void What_others_have_counted_is_added()
    {
        DownloadCosts others = new();
        others.Add(new AssetCost("GetTexture", Wood, 500, 1));
        others.Add(new AssetCost("GetTexture", Guid.Empty, 70, 1));
        Add("GetTexture", Wood, 1000);
        _costs.Add(others);
        Assert.That(_costs.ByCapability, Is.EqualTo(new[] { ("GetTexture", 1570L) }));
        Assert.That(_costs.Top(10), Is.EqualTo(new[] { new AssetCost("GetTexture", Wood, 1500, 2) }));
    }

    [Test]
    public void Of_very_many_assets_the_expensive_ones_are_kept_and_all_bytes()
    {
        const int assets = 20 * DownloadCosts.MaxAssets;
        for (int i = 0; i < assets; i++)
        {
            Add("GetTexture", Guid.NewGuid(), 10);
            if (i % 1000 == 0)
                Add("GetTexture", Wood, 400);
        }
        Assert.That(_costs.Top(assets), Has.Count.AtMost(DownloadCosts.MaxAssets));
        Assert.That(_costs.Top(1), Is.EqualTo(new[] { new AssetCost("GetTexture", Wood, 20 * 400, 20) }));
        Assert.That(_costs.TotalBytes, Is.EqualTo(10 * assets + 20 * 400));
    }

    private void Add(string capability, Guid id, long bytes, int times = 1) => _costs.Add(new AssetCost(capability, id, bytes, times));
}
