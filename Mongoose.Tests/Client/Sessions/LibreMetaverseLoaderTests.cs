using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.LibreMetaverse;

namespace Mongoose.Tests.Client.Sessions;

/// <summary>Folders with the library, and folders without it.</summary>
public sealed class LibreMetaverseLoaderTests : IDisposable
{
    private readonly TemporaryDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    [Test]
    public void A_folder_that_could_not_be_loaded_is_reported_and_not_treated_as_loaded()
    {
        LibreMetaverseFolder bad = Folder("bad"), good = Folder("good"), late = Folder("late");
        List<LibreMetaverseFolder> prepared = [];
        LibreMetaverseLoader loader = new(folder =>
        {
            prepared.Add(folder);
            if (folder == bad)
                throw new FileNotFoundException("no such part");
        });
        for (int i = 0; i < 2; i++)
        {
            Assert.That(() => loader.Load(bad), Throws.TypeOf<EngineException>()
                .With.Message.EqualTo($"LibreMetaverse in {bad.Directory} cannot be loaded: no such part"));
        }
        Assert.That(loader.Load(good), Is.SameAs(good));
        Assert.That(loader.Load(late), Is.SameAs(good), "a process has one library");
        Assert.That(prepared, Is.EqualTo(new[] { bad, bad, good }));
    }

    [Test, CancelAfter(60_000)]
    public async Task A_file_that_has_only_the_librarys_name_is_refused_in_one_line(CancellationToken deadline)
    {
        LibreMetaverseFolder folder = Folder("fake");
        using ProgramProcess bots = new(_directory.Path, [],
            ["-loginuri", "http://127.0.0.1:9/", "-firstname", "A", "-lastname", "B{n}", "-password", "c",
            "--engine", "libremetaverse", "--libremetaverse", folder.Directory], "mongoose-bot.dll");
        (int code, string output, string[] errors) = await bots.Finish(deadline);
        Assert.That((code, output), Is.EqualTo((2, "")));
        Assert.That(errors,
            Has.Length.EqualTo(1).And.Some.StartsWith($"mongoose-bot: LibreMetaverse in {folder.Directory} cannot be loaded: "));
    }

    private LibreMetaverseFolder Folder(string name)
    {
        string path = Path.Combine(_directory.Path, name);
        Directory.CreateDirectory(path);
        File.WriteAllText(Path.Combine(path, "LibreMetaverse.dll"), "not a library");
        return LibreMetaverseFolder.Find(path)!;
    }
}
