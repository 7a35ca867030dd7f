using System.Formats.Tar;
using System.Globalization;
using System.IO.Compression;
using System.Numerics;
using System.Text;

namespace Mongoose.Simulators;

/// <summary>
/// Writes an OpenSim region archive (OAR) of boxes, with only what the simulator needs to load it. Each box has a different texture on
/// every face and is tilted, so that its update has the size of a real build's, about 190 bytes.
/// </summary>
public static class OarWriter
{
    private const int RegionMetres = 256;
    private const float Ground = 25;
    /// <summary>The owner and creator of all boxes: the owner of the estate.</summary>
    public const string Owner = "00000000-0000-0000-0000-000000000001";

    /// <summary>Textures that every viewer knows: plywood on all faces except five.</summary>
    private static readonly Guid[] FaceTextures =
    [
        Guid.Parse("89556747-24cb-43ed-920b-47caed15465f"), // plywood
        Guid.Parse("5748decc-f629-461c-9a36-a35a221fe21f"), // blank
        Guid.Parse("8b5fec65-8d8d-9dc5-cda8-8fdf2716e361"), // media
        Guid.Parse("e2244626-f22f-4839-8123-1e7baddeb659"), // black
        Guid.Parse("3a367d1c-bef1-6d43-7595-e88c1e3aadb3"), // invisible
        Guid.Parse("38b86f85-2575-52a9-a531-23108d8da837"), // transparent
    ];

    private static readonly Vector3 Size = new(0.5f);
    private static readonly Quaternion Askew = Quaternion.CreateFromAxisAngle(Vector3.UnitZ, 0.3f);

    /// <summary>Writes boxes of half a metre on a grid that covers the region; full layers are stacked.</summary>
    public static void Write(Stream destination, int prims)
    {
        using GZipStream gzip = new(destination, CompressionLevel.Fastest, leaveOpen: true);
        using TarWriter tar = new(gzip, TarEntryFormat.Ustar);
        Add(tar, "archive.xml", Control());
        for (int i = 0; i < prims; i++)
        {
            Guid id = IdOf(i);
            Add(tar, $"objects/Box_{i}__{id}.xml", Box(i, id, PlaceOf(i)));
        }
    }

    /// <summary>The box's id, the same in every archive.</summary>
    public static Guid IdOf(int index) => new(index + 1, 0x4d67, 0x4f42, 0x80, 0, 0, 0, 0, 0, 0, 2);

    public static Vector3 PlaceOf(int index)
    {
        const int step = 3, perRow = RegionMetres / step - 1, perFloor = perRow * perRow;
        int floor = index / perFloor, place = index % perFloor;
        return new Vector3(step * (1 + place % perRow), step * (1 + place / perRow), Ground + step * floor);
    }

    private static void Add(TarWriter tar, string name, string content)
    {
        using MemoryStream data = new(Encoding.UTF8.GetBytes(content));
        tar.WriteEntry(new UstarTarEntry(TarEntryType.RegularFile, name) { DataStream = data });
    }

    private static string Control() => $"""
        <?xml version="1.0" encoding="utf-8"?>
        <archive major_version="0" minor_version="8">
          <creation_info><datetime>0</datetime><id>{Guid.Empty}</id></creation_info>
          <assets_included>False</assets_included>
          <region_info><is_megaregion>False</is_megaregion><size_in_meters>{RegionMetres},{RegionMetres}</size_in_meters></region_info>
        </archive>
        """;

    private static string Box(int index, Guid id, Vector3 place) => $"""
        <SceneObjectGroup><SceneObjectPart xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xmlns:xsd="http://www.w3.org/2001/XMLSchema">
        <CreatorID><UUID>{Owner}</UUID></CreatorID><UUID><UUID>{id}</UUID></UUID><LocalId>{index + 1}</LocalId><Name>Box {index}</Name>
        <Material>3</Material><GroupPosition>{Xyz(place)}</GroupPosition><OffsetPosition>{Xyz(Vector3.Zero)}</OffsetPosition>
        <RotationOffset>{Xyzw(Askew)}</RotationOffset>
        <Shape><ProfileCurve>1</ProfileCurve><TextureEntry>{Convert.ToBase64String(TextureEntry())}</TextureEntry>
            <ExtraParams>AA==</ExtraParams>
        <PathCurve>16</PathCurve><PathScaleX>100</PathScaleX><PathScaleY>100</PathScaleY><PCode>9</PCode><State>0</State>
        <ProfileShape>Square</ProfileShape><HollowShape>Same</HollowShape></Shape>
        <Scale>{Xyz(Size)}</Scale><ParentID>0</ParentID><CreationDate>1</CreationDate>
        <OwnerID><UUID>{Owner}</UUID></OwnerID><LastOwnerID><UUID>{Owner}</UUID></LastOwnerID>
        <BaseMask>2147483647</BaseMask><OwnerMask>2147483647</OwnerMask><GroupMask>0</GroupMask><EveryoneMask>0</EveryoneMask>
        <NextOwnerMask>2147483647</NextOwnerMask><Flags>None</Flags>
        </SceneObjectPart><OtherParts /></SceneObjectGroup>
        """;

    private static string Xyz(Vector3 v) => string.Create(CultureInfo.InvariantCulture, $"<X>{v.X}</X><Y>{v.Y}</Y><Z>{v.Z}</Z>");

    private static string Xyzw(Quaternion q) => string.Create(CultureInfo.InvariantCulture, $"{Xyz(new(q.X, q.Y, q.Z))}<W>{q.W}</W>");

    /// <summary>
    /// Every field has a value for all faces, then the faces that differ (a bit mask and a value each), then a zero byte.
    /// </summary>
    private static byte[] TextureEntry() =>
    [
        .. FaceTextures[0].ToByteArray(bigEndian: true),
        .. Enumerable.Range(1, FaceTextures.Length - 1).SelectMany(face =>
            (byte[])[(byte)(1 << face), .. FaceTextures[face].ToByteArray(bigEndian: true)]),
        0,
        0, 0, 0, 0, 0, // Color: stored inverted, so zeros are white.
        .. BitConverter.GetBytes(1f), 0, .. BitConverter.GetBytes(1f), 0, // Repeats.
        0, 0, 0, 0, 0, 0, 0, 0, 0, // Offsets and rotation.
        0, 0, 0, 0, 0, 0, // Bump and shine, media, glow.
    ];
}
