namespace Mongoose.Runtime.Output;

/// <summary>Results as tables, each a file of one directory.</summary>
public static class CsvFolder
{
    /// <summary>Creates the directory if it is missing, and checks that files can be written.</summary>
    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory, params string[] files)
    {
        OutputFile.CreateDirectory(directory);
        foreach (string file in files)
            OutputFile.CheckWritable(Path.Combine(directory, file));
    }

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void Write(string directory, params (string File, Action<TextWriter> Write)[] tables)
    {
        OutputFile.CreateDirectory(directory);
        foreach ((string file, Action<TextWriter> write) in tables)
            OutputFile.Write(Path.Combine(directory, file), write);
    }
}
