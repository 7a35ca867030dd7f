using System.Text.Json;

namespace Mongoose.Client.Results;

/// <summary>States, failures and channels as results and documents write them, such as wrongPassword.</summary>
public static class ResultNames
{
    public static string Of(Enum value) => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
