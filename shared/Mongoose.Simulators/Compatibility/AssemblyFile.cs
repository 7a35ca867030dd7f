using System.Diagnostics;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Mongoose.Simulators.Compatibility;

/// <summary>A file that should be a .NET assembly. Nothing is loaded.</summary>
/// <param name="Path">The path of the file.</param>
public sealed record AssemblyFile(string Path)
{
    /// <summary>
    /// Whether the file contains all bytes that its headers declare, an assembly name, types, and signatures that can be decoded.
    /// </summary>
    public bool IsComplete
    {
        get
        {
            try
            {
                using FileStream file = File.OpenRead(Path);
                using PEReader reader = new(file);
                return reader.HasMetadata
                    && reader.PEHeaders.SectionHeaders.All(section => section.PointerToRawData + section.SizeOfRawData <= file.Length)
                    && IsSound(reader.GetMetadataReader());
            }
            catch (Exception exception) when (exception is BadImageFormatException || PathFault.Is(exception))
            {
                return false;
            }
        }
    }

    /// <summary>Whether this user may read the file.</summary>
    public bool IsReadable => OpeningFault is null;

    /// <summary>Why the file cannot be used, and how to mend it, for messages.</summary>
    /// <param name="remedy">The advice for a damaged file.</param>
    public string Fault(string remedy) => OpeningFault switch
    {
        null => $"{Path} is damaged or was cut off ({new FileInfo(Path).Length} bytes): {remedy}",
        UnauthorizedAccessException => $"{Path} cannot be read by {Environment.UserName}: give that user permission (chmod a+r)",
        { } fault => $"{Path} cannot be read: {fault.Message}",
    };

    /// <summary>The name in the assembly's metadata; null if the file is not a readable assembly.</summary>
    public AssemblyName? Name
    {
        get
        {
            try
            {
                return AssemblyName.GetAssemblyName(Path);
            }
            catch (Exception exception) when (exception is BadImageFormatException || PathFault.Is(exception))
            {
                return null;
            }
        }
    }

    /// <summary>The version with its commit, as the module logs it; empty if the file is not a readable assembly.</summary>
    public string VersionText
    {
        get
        {
            string numbers = Name?.Version?.ToString(3) ?? "";
            string text = numbers.Length > 0 ? FileVersionInfo.GetVersionInfo(Path).ProductVersion ?? "" : "";
            return text.StartsWith(numbers, StringComparison.Ordinal) ? text : numbers;
        }
    }

    private Exception? OpeningFault
    {
        get
        {
            try
            {
                File.OpenRead(Path).Dispose();
                return null;
            }
            catch (Exception exception) when (PathFault.Is(exception))
            {
                return exception;
            }
        }
    }

    /// <summary>The first type of every assembly is called &lt;Module&gt;, unless tables or strings are damaged.</summary>
    private static bool IsSound(MetadataReader metadata)
    {
        if (!metadata.IsAssembly || metadata.GetString(metadata.GetAssemblyDefinition().Name).Length == 0)
            return false;
        SignatureCheck.Run(metadata);
        TypeDefinition[] types = metadata.TypeDefinitions.Select(metadata.GetTypeDefinition).ToArray();
        return types.Length > 0 && metadata.GetString(types[0].Name) == "<Module>"
            && types.All(type => metadata.GetString(type.Name).Length > 0)
            && metadata.MemberReferences.All(member => metadata.GetString(metadata.GetMemberReference(member).Name).Length > 0);
    }
}
