using System.Formats.Tar;
using System.Globalization;
using System.IO.Compression;
using System.Numerics;
using System.Text;
using System.Text.RegularExpressions;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators.Causes.Regions;

/// <summary>A region archive of boxes as <see cref="OarWriter"/> makes them, but with names, places, scripts and physics.</summary>
internal static partial class ObjectArchive
{
    private const string AllPermissions = "2147483647", Nobody = "00000000-0000-0000-0000-000000000000";

    private static int _made;

    public static void Write(string path, IReadOnlyList<BuiltObject> objects)
    {
        using MemoryStream boxes = new();
        OarWriter.Write(boxes, objects.Count);
        boxes.Position = 0;
        using TarReader reader = new(new GZipStream(boxes, CompressionMode.Decompress));
        using GZipStream gzip = new(File.Create(path), CompressionLevel.Fastest);
        using TarWriter writer = new(gzip, TarEntryFormat.Ustar);
        Dictionary<string, Guid> scripts = objects.Select(one => one.Script).OfType<string>().Distinct()
            .ToDictionary(script => script, _ => Guid.NewGuid());
        int archive = Interlocked.Increment(ref _made), box = 0;
        while (reader.GetNextEntry(copyData: true) is { } entry)
        {
            string content = new StreamReader(entry.DataStream!).ReadToEnd();
            if (entry.Name.StartsWith("objects/", StringComparison.Ordinal))
                content = Build(content, objects[box], scripts, new Guid(archive, 0, 0, BitConverter.GetBytes((long)++box)));
            Add(writer, entry.Name, content);
        }
        foreach ((string script, Guid id) in scripts)
            Add(writer, $"assets/{id}_script.lsl", script);
    }

    private static void Add(TarWriter writer, string name, string content)
    {
        using MemoryStream data = new(Encoding.UTF8.GetBytes(content));
        writer.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, name) { DataStream = data });
    }

    private static string Build(string box, BuiltObject what, Dictionary<string, Guid> scripts, Guid id)
    {
        box = Name().Replace(box, $"<Name>{what.Name}</Name>");
        box = Id().Replace(box, $"<UUID><UUID>{id}</UUID></UUID><LocalId>");
        box = Position().Replace(box, $"<GroupPosition>{Xyz(what.Place)}</GroupPosition>");
        if (what.IsPhysical)
            box = box.Replace("<Flags>None</Flags>", "<Flags>Physics</Flags>", StringComparison.Ordinal);
        return what.Script is null ? box : box.Replace(
            "</SceneObjectPart>", Inventory(scripts[what.Script], id) + "</SceneObjectPart>", StringComparison.Ordinal);
    }

    private static string Inventory(Guid script, Guid part) => $"""
        <TaskInventory><TaskInventoryItem><AssetID><UUID>{script}</UUID></AssetID><BasePermissions>{AllPermissions}</BasePermissions>
        <CreationDate>1</CreationDate><CreatorID><UUID>{OarWriter.Owner}</UUID></CreatorID><Description></Description>
        <EveryonePermissions>0</EveryonePermissions><Flags>0</Flags><GroupID><UUID>{Nobody}</UUID></GroupID>
        <GroupPermissions>0</GroupPermissions><InvType>10</InvType><ItemID><UUID>{Guid.NewGuid()}</UUID></ItemID>
        <OldItemID><UUID>{Nobody}</UUID></OldItemID><LastOwnerID><UUID>{OarWriter.Owner}</UUID></LastOwnerID><Name>Script</Name>
        <NextPermissions>{AllPermissions}</NextPermissions><OwnerID><UUID>{OarWriter.Owner}</UUID></OwnerID>
        <CurrentPermissions>{AllPermissions}</CurrentPermissions><ParentID><UUID>{part}</UUID></ParentID>
        <ParentPartID><UUID>{part}</UUID></ParentPartID><PermsGranter><UUID>{Nobody}</UUID></PermsGranter><PermsMask>0</PermsMask>
        <Type>10</Type><OwnerChanged>false</OwnerChanged></TaskInventoryItem></TaskInventory>
        """;

    private static string Xyz(Vector3 v) => string.Create(CultureInfo.InvariantCulture, $"<X>{v.X}</X><Y>{v.Y}</Y><Z>{v.Z}</Z>");

    [GeneratedRegex("<Name>.*?</Name>")]
    private static partial Regex Name();

    [GeneratedRegex("<UUID><UUID>.*?</UUID></UUID><LocalId>")]
    private static partial Regex Id();

    [GeneratedRegex("<GroupPosition>.*?</GroupPosition>")]
    private static partial Regex Position();
}
