using System.Collections.Immutable;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;

namespace Mongoose.Simulators.Compatibility;

/// <summary>
/// Whether the signatures in an assembly's metadata (ECMA-335, II.23.2) can be decoded and contain no number that only damage explains. A
/// reader of assemblies may allocate one object for each of a damaged count's hundreds of millions of parameters.
/// </summary>
public static class SignatureCheck
{
    /// <summary>
    /// The largest position of a generic parameter and the largest rank of an array. Compilers and the runtime permit no more than 32
    /// dimensions.
    /// </summary>
    private const int MaxPosition = 255, MaxRank = 32;

    /// <summary>Decodes all signatures.</summary>
    /// <exception cref="BadImageFormatException">A signature is damaged.</exception>
    public static void Run(MetadataReader metadata)
    {
        Reader types = new();
        SignatureDecoder<bool, object?> decoder = new(types, metadata, null);
        foreach (MethodDefinitionHandle method in metadata.MethodDefinitions)
            metadata.GetMethodDefinition(method).DecodeSignature(types, null);
        foreach (FieldDefinitionHandle field in metadata.FieldDefinitions)
            metadata.GetFieldDefinition(field).DecodeSignature(types, null);
        foreach (PropertyDefinitionHandle property in metadata.PropertyDefinitions)
            metadata.GetPropertyDefinition(property).DecodeSignature(types, null);
        foreach (MemberReference member in metadata.MemberReferences.Select(metadata.GetMemberReference))
        {
            if (member.GetKind() == MemberReferenceKind.Method)
                member.DecodeMethodSignature(types, null);
            else
                member.DecodeFieldSignature(types, null);
        }
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.TypeSpec); row++)
            metadata.GetTypeSpecification(MetadataTokens.TypeSpecificationHandle(row)).DecodeSignature(types, null);
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.MethodSpec); row++)
            metadata.GetMethodSpecification(MetadataTokens.MethodSpecificationHandle(row)).DecodeSignature(types, null);
        for (int row = 1; row <= metadata.GetTableRowCount(TableIndex.StandAloneSig); row++)
        {
            StandaloneSignatureHandle handle = MetadataTokens.StandaloneSignatureHandle(row);
            BlobReader blob = metadata.GetBlobReader(metadata.GetStandaloneSignature(handle).Signature);
            SignatureKind kind = new SignatureHeader(blob.ReadByte()).Kind;
            blob.Reset();
            if (kind == SignatureKind.Method)
                decoder.DecodeMethodSignature(ref blob);
            else if (kind == SignatureKind.Field) // A constant in a method, in the symbols for Windows.
                decoder.DecodeFieldSignature(ref blob);
            else
                decoder.DecodeLocalSignature(ref blob);
        }
    }

    /// <summary>Keeps nothing of a type: a decoder allocates as many of these results as a damaged count says, one byte each.</summary>
    private sealed class Reader : ISignatureTypeProvider<bool, object?>
    {
        public bool GetArrayType(bool elementType, ArrayShape shape) => shape.Rank <= MaxRank || Refuse();

        public bool GetGenericMethodParameter(object? genericContext, int index) => index <= MaxPosition || Refuse();

        public bool GetGenericTypeParameter(object? genericContext, int index) => index <= MaxPosition || Refuse();

        public bool GetByReferenceType(bool elementType) => true;

        public bool GetFunctionPointerType(MethodSignature<bool> signature) => true;

        public bool GetGenericInstantiation(bool genericType, ImmutableArray<bool> typeArguments) => true;

        public bool GetModifiedType(bool modifier, bool unmodifiedType, bool isRequired) => true;

        public bool GetPinnedType(bool elementType) => true;

        public bool GetPointerType(bool elementType) => true;

        public bool GetPrimitiveType(PrimitiveTypeCode typeCode) => true;

        public bool GetSZArrayType(bool elementType) => true;

        public bool GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) => true;

        public bool GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) => true;

        public bool GetTypeFromSpecification(MetadataReader reader, object? genericContext, TypeSpecificationHandle handle,
            byte rawTypeKind) => true;

        private static bool Refuse() => throw new BadImageFormatException("a signature has a position or a rank that no compiler writes");
    }
}
