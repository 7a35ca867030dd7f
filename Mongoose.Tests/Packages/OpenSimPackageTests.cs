using Mongoose.Simulators.Compatibility;

namespace Mongoose.Tests.Packages;

/// <summary>What the region module's package holds.</summary>
[Slow("publishes all programs")]
public sealed class OpenSimPackageTests
{
    [Test]
    public void It_has_the_module_an_example_of_its_settings_and_one_folder_of_its_own() =>
        Assert.That(MadePackages.Names("opensim"), Is.EquivalentTo(new[]
    {
        "Mongoose.Core.dll", "Mongoose.Server.dll", "config/Mongoose.ini.example", "Mongoose/LICENSE", "Mongoose/README.md",
        "Mongoose/SHA256SUMS", "Mongoose/dashboards/alerts.yml", "Mongoose/dashboards/data.schema.json",
        "Mongoose/dashboards/mongoose.json",
    }));

    [Test]
    public void Its_files_are_complete()
    {
        using TemporaryDirectory folder = MadePackages.Unpack("opensim");
        InstalledModule module = new(folder.Path);
        Assert.That(module.Problems, Is.Empty);
        Assert.That(module.Version!.ToString(3), Is.EqualTo(MadePackages.Checkout.Number));
    }

    [Test]
    public void Its_README_is_the_operators_card()
    {
        using TemporaryDirectory folder = MadePackages.Unpack("opensim");
        string card = File.ReadAllText(Path.Combine(folder.Path, "Mongoose", "README.md"));
        Assert.That(card, Does.StartWith("# Mongoose for OpenSimulator\n\n").And.Contain("unzip").And.Contain("Enabled = true")
            .And.Not.Contain("]("));
        Assert.That(card.Split('\n').Length, Is.LessThan(20));
    }
}
