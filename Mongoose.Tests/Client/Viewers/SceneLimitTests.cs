using Mongoose.Client.Viewers;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Viewers;

/// <summary>A region that names any number of objects and textures does not exhaust memory.</summary>
public sealed class SceneLimitTests
{
    [Test]
    public void The_number_of_objects_and_avatars_kept_is_limited()
    {
        SceneObjects scene = new();
        for (int i = 0; i < SceneObjects.MaxKept + 1000; i++)
        {
            scene.OnUpdate((uint)i, Instant.Zero);
            scene.OnUpdate((uint)i, 47, Avatar(i), Instant.Zero);
        }
        Assert.That(scene.Count, Is.EqualTo(SceneObjects.MaxKept));
        Assert.That(scene.TryGetAvatar(Avatar(SceneObjects.MaxKept - 1), out _)
            && !scene.TryGetAvatar(Avatar(SceneObjects.MaxKept), out _));
        scene.OnUpdate(7, 47, Avatar(3), Instant.Zero);
        Assert.That(scene.TryGetAvatar(Avatar(3), out uint localId) ? localId : 0, Is.EqualTo(7), "known avatars still move");
    }

    [Test]
    public void The_number_of_textures_kept_is_limited()
    {
        TextureFetcher textures = new([], outstanding: 1, repeat: false);
        int kept = Enumerable.Range(0, TextureFetcher.MaxTextures + 1000).Count(i => textures.Add(Avatar(i)));
        Assert.That(kept, Is.EqualTo(TextureFetcher.MaxTextures));
    }

    private static Guid Avatar(int number) => new(number, 0, 0, new byte[8]);
}
