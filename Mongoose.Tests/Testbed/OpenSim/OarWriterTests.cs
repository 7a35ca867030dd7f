using System.Formats.Tar;
using System.Globalization;
using System.IO.Compression;
using System.Xml.Linq;
using Mongoose.Simulators;

namespace Mongoose.Tests.Testbed.OpenSim;

public sealed class OarWriterTests
{
    private static List<(string Name, XElement Content)> Read(int prims)
    {
        using MemoryStream archive = new();
        OarWriter.Write(archive, prims);
        archive.Position = 0;
        using TarReader tar = new(new GZipStream(archive, CompressionMode.Decompress));
        List<(string, XElement)> entries = [];
        while (tar.GetNextEntry() is { } entry)
            entries.Add((entry.Name, XElement.Load(entry.DataStream!)));
        return entries;
    }

    [Test]
    public void The_control_file_comes_first_and_each_prim_has_its_own_file()
    {
        List<(string Name, XElement Content)> entries = Read(3);
        Assert.That(entries[0].Name, Is.EqualTo("archive.xml"));
        Assert.That(entries[0].Content.Attribute("major_version")?.Value, Is.EqualTo("0"));
        Assert.That(entries.Skip(1).Select(entry => entry.Name), Has.Exactly(3).StartsWith("objects/").And.All.EndsWith(".xml"));
        Assert.That(entries.Skip(1).Select(entry => entry.Content.Descendants("UUID").Skip(2).First().Value).Distinct().Count(),
            Is.EqualTo(3));
    }

    [Test]
    public void Without_prims_the_region_is_empty() => Assert.That(Read(0), Has.Count.EqualTo(1));

    [Test]
    public void Prims_are_separate_and_inside_the_region()
    {
        var places = Enumerable.Range(0, 45_000).Select(OarWriter.PlaceOf).ToArray();
        Assert.That(places.Distinct().Count(), Is.EqualTo(places.Length));
        Assert.That(places,
            Has.All.Matches<System.Numerics.Vector3>(place => place is { X: > 0 and < 256, Y: > 0 and < 256, Z: > 0 and < 4096 }));
    }

    [Test]
    public void Numbers_are_the_same_in_every_culture()
    {
        using CommaCulture commas = new();
        Assert.That(0.5.ToString(CultureInfo.CurrentCulture), Is.EqualTo("0,5"));
        Assert.That(Read(1)[1].Content.Descendants("Scale").Single().Element("X")?.Value, Is.EqualTo("0.5"));
    }
}
