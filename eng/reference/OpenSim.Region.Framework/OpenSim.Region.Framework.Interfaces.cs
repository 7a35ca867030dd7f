using System;
using System.Collections.Generic;
using Nini.Config;
using OpenMetaverse.StructuredData;
using OpenSim.Region.Framework.Scenes;

namespace OpenSim.Region.Framework.Interfaces;

public interface IRegionModuleBase
{
    string Name { get; }
    Type ReplaceableInterface { get; }
    void Initialise(IConfigSource source);
    void Close();
    void AddRegion(Scene scene);
    void RemoveRegion(Scene scene);
    void RegionLoaded(Scene scene);
}

public interface IScriptModule
{
    Dictionary<uint, float> GetObjectScriptsExecutionTimes();
}

public interface ISharedRegionModule : IRegionModuleBase
{
    void PostInitialise();
}

public interface ISimulatorFeaturesModule
{
    void AddOpenSimExtraFeature(string name, OSD value);
}
