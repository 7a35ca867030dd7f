using Mongoose.Runtime.Terminals;

namespace Mongoose.Runtime.Output;

/// <summary>The outputs for the results of a run: text for people, JSON, and CSV tables.</summary>
/// <param name="json">The file of the JSON, or <see cref="OutputFile.StandardOutput"/>; null for none.</param>
/// <param name="csvDirectory">The directory of the tables; null for none.</param>
/// <param name="output">Standard output.</param>
/// <param name="error">Standard error.</param>
public sealed class ResultOutputs(string? json, string? csvDirectory, TextWriter output, TextWriter error)
{
    /// <summary>The output for people: standard error if the JSON goes to standard output.</summary>
    public TextWriter People { get; } = json == OutputFile.StandardOutput ? error : output;

    /// <summary>Whether people read on a terminal.</summary>
    public bool IsTerminal => !(People == error ? Console.IsErrorRedirected : Console.IsOutputRedirected);

    /// <summary>Whether there is JSON or a directory of tables.</summary>
    public bool HasFiles => json is not null || csvDirectory is not null;

    /// <summary>Shows a run to people while a function runs it.</summary>
    /// <param name="text">Makes tables and lines.</param>
    /// <param name="isQuiet">Whether only messages are shown.</param>
    /// <param name="report">Writes a message.</param>
    /// <param name="run">The function; it updates the display.</param>
    public void Show<TView>(IRunText<TView> text, bool isQuiet, Action<string> report, Action<RunDisplay<TView>> run)
    {
        if (isQuiet)
            run(RunDisplay<TView>.Quiet(report));
        else if (IsTerminal)
            RunDisplay<TView>.ShowTable(People, text, report, run);
        else
            run(RunDisplay<TView>.Plain(People, text, report));
    }

    /// <summary>Checks before a run whether <see cref="Write"/> would succeed after it.</summary>
    /// <param name="checkTables">Checks a directory for tables.</param>
    /// <exception cref="OutputException">A path is not writable.</exception>
    public void Check(Action<string> checkTables)
    {
        OutputFile.CheckOutput(json);
        if (csvDirectory is not null)
            checkTables(csvDirectory);
    }

    /// <summary>Writes the results. An output that cannot be written does not prevent the others.</summary>
    /// <param name="writeText">Writes the text for people; null for none.</param>
    /// <param name="serialise">Returns the JSON.</param>
    /// <param name="writeTables">Writes the tables into a directory.</param>
    /// <returns>The outputs that could not be written, a line each.</returns>
    public IReadOnlyList<string> Write(Action<TextWriter>? writeText, Func<string> serialise, Action<string> writeTables)
    {
        List<string> problems = [];
        Try(problems, () => WriteText(writeText));
        if (json is not null)
            Try(problems, () => OutputFile.Write(json, serialise(), output));
        if (csvDirectory is not null)
            Try(problems, () => writeTables(csvDirectory));
        return problems;
    }

    private void WriteText(Action<TextWriter>? write)
    {
        using StringWriter text = new();
        write?.Invoke(new TerminalWriter(text));
        if (text.GetStringBuilder().Length > 0)
            OutputFile.WriteTo(People, text.ToString());
    }

    private static void Try(List<string> problems, Action write)
    {
        try
        {
            write();
        }
        catch (OutputException exception)
        {
            problems.Add(exception.Message);
        }
    }
}
