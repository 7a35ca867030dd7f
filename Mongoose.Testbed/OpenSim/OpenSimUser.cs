using System.Globalization;

namespace Mongoose.Testbed.OpenSim;

/// <summary>An account of a throw-away grid. One for every viewer: a second login of an account that is still there is refused.</summary>
public sealed record OpenSimUser(string First, string Last, string Password, Guid Id)
{
    /// <summary>The accounts "Viewer 1", "Viewer 2" and so on; ids are the same in every grid.</summary>
    public static OpenSimUser Number(int number) => new(
        "Viewer", number.ToString(CultureInfo.InvariantCulture), $"password{number}", new Guid(number, 0x4d67, 0x4f53, 0x80, 0, 0, 0, 0, 0, 0, 1));

    /// <summary>The account with that id, which begins with its number.</summary>
    public static OpenSimUser WithId(Guid id) => Number(BitConverter.ToInt32(id.ToByteArray()));

    /// <summary>The console command that makes the account, with nothing left to be asked.</summary>
    internal string CreateCommand => $"create user {First} {Last} {Password} {First}{Last}@example.invalid {Id} \"\"";
}
