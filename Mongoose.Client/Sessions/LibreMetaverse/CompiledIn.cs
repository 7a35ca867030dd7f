using LibreMetaverse;
using LibreMetaverse.Packets;
using Microsoft.Extensions.Logging;
using Mongoose.Core.Metadata;

[assembly: CompiledIn(typeof(LogLevel), nameof(LogLevel.None), (int)LogLevel.None)]
[assembly: CompiledIn(typeof(LoginStatus), nameof(LoginStatus.Failed), (int)LoginStatus.Failed)]
[assembly: CompiledIn(typeof(NetworkManager.DisconnectType), nameof(NetworkManager.DisconnectType.NetworkTimeout),
    (int)NetworkManager.DisconnectType.NetworkTimeout)]
[assembly: CompiledIn(typeof(PacketType), nameof(PacketType.Default), (int)PacketType.Default)]
