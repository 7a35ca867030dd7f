using System.Globalization;
using System.Text.RegularExpressions;
using Mongoose.Client.Login;
using Mongoose.Simulators;

namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// The row of one viewer in "mongoose show circuits"; rates are in kbit/s. By is the limit that was reached in the last second, or "-".
/// </summary>
internal sealed record CircuitRow(
    double Allowed, double Current, double Used, string By, double DelayP99, double UnackedKilobytes, double WindowKilobytes,
    long Stalls, long Resent)
{
    /// <summary>Exact below 100 bytes.</summary>
    public double UnackedBytes => Math.Round(UnackedKilobytes * 1000);

    /// <summary>The row of a viewer; null if the console shows no circuit for its account.</summary>
    public static CircuitRow? Find(OpenSimInstance grid, GridVisit visit) => Find(grid, visit.Login);

    /// <inheritdoc cref="Find(OpenSimInstance, GridVisit)"/>
    public static CircuitRow? Find(OpenSimInstance grid, LoginGranted login)
    {
        OpenSimUser user = OpenSimUser.WithId(login.AgentId);
        return Find(grid.Console.Ask("mongoose show circuits"), $"{user.First} {user.Last}");
    }

    /// <summary>The row of an account in the console's answer.</summary>
    public static CircuitRow? Find(IEnumerable<string> answer, string name)
    {
        if (answer.Select(line => Regex.Match(line, $@"\b{name}\s+\S+\s+Rt\s+(?<figures>.*)")).FirstOrDefault(match => match.Success)
            is not { } row)
            return null;
        string[] figures = row.Groups["figures"].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return new CircuitRow(Number(1), Number(3), Number(4), figures[5], Number(11), Number(12), Number(13), (long)Number(14),
            (long)Number(15));

        double Number(int i) => double.Parse(figures[i], CultureInfo.InvariantCulture);
    }
}
