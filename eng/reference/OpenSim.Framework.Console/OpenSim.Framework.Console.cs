namespace OpenSim.Framework.Console;

public class ConsoleDisplayList
{
    public ConsoleDisplayList() => throw null;

    public void AddRow(object key, object value) => throw null;

    public override string ToString() => throw null;
}

public class ConsoleDisplayTable
{
    public ConsoleDisplayTable() => throw null;

    public void AddColumn(string name, int width) => throw null;

    public void AddRow(params object[] cells) => throw null;

    public override string ToString() => throw null;
}
