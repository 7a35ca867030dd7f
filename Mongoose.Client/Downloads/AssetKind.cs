namespace Mongoose.Client.Downloads;

/// <summary>The kinds of assets that viewers load by the capability ViewerAsset.</summary>
public enum AssetKind
{
    Sound,
    Animation,
    Gesture,
    Landmark,
    Clothing,
    BodyPart,
    Notecard,
    Settings,
    Material,
}

internal static class AssetKinds
{
    /// <summary>
    /// The name of the query's parameter: the viewer's name of the asset's type, with a suffix (llviewerassetstorage.cpp).
    /// </summary>
    public static string Parameter(this AssetKind kind) => kind switch
    {
        AssetKind.Sound => "sound_id",
        AssetKind.Animation => "animatn_id",
        AssetKind.Gesture => "gesture_id",
        AssetKind.Landmark => "landmark_id",
        AssetKind.Clothing => "clothing_id",
        AssetKind.BodyPart => "bodypart_id",
        AssetKind.Notecard => "notecard_id",
        AssetKind.Settings => "settings_id",
        AssetKind.Material => "material_id",
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };
}
