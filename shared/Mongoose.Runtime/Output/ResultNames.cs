using System.Text.Json;

namespace Mongoose.Runtime.Output;

/// <summary>The names of states, failures and channels in results and documents, such as wrongPassword.</summary>
public static class ResultNames
{
    public static string Of(Enum value) => JsonNamingPolicy.CamelCase.ConvertName(value.ToString());
}
