/**
 * @file viewer.h
 * @brief Stand-ins for the parts of a viewer that LLMongooseControl uses, written for its test. The other headers in this folder include
 * this one; they have the names of viewers' headers.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef MONGOOSE_VIEWER_STAND_INS_H
#define MONGOOSE_VIEWER_STAND_INS_H

#include "../../llmongoosecircuit.h"

#include <iostream>
#include <map>
#include <memory>
#include <string>

using U8 = std::uint8_t;
using U32 = std::uint32_t;
using S32 = std::int32_t;
using F32 = float;
using F64 = double;

/// A map that is shared by its copies until one of them may be written to, as in viewers' LLSD.
class LLSD
{
public:
    static inline int sMapsCopied = 0;

    LLSD& operator[](const std::string& key)
    {
        if (mMap.use_count() != 1)
        {
            sMapsCopied += mMap ? 1 : 0;
            mMap = mMap ? std::make_shared<Map>(*mMap) : std::make_shared<Map>();
        }
        return (*mMap)[key];
    }

    const LLSD& operator[](const std::string& key) const
    {
        static const LLSD undefined;
        return has(key) ? mMap->at(key) : undefined;
    }

    bool has(const std::string& key) const { return mMap && mMap->count(key) > 0; }

    void operator=(F64 real) { mReal = real; }
    F64 asReal() const { return mReal; }

private:
    using Map = std::map<std::string, LLSD>;

    std::shared_ptr<Map> mMap;
    F64 mReal = 0;
};

class LLHost
{
public:
    LLHost() = default;
    explicit LLHost(int port) : mPort(port) {}

    bool isOk() const { return mPort != 0; }
    bool operator==(const LLHost& other) const { return mPort == other.mPort; }

private:
    int mPort = 0;
};

class LLCircuitData
{
public:
    explicit LLCircuitData(LLHost host) : mHost(host) {}

    LLHost getHost() const { return mHost; }
    LLMongooseCircuit* getMongooseCircuit() const { return mCircuit; }
    void setMongooseCircuit(LLMongooseCircuit* circuit) { mCircuit = circuit; }
    U8 getLastPingID() const { return 0; }

private:
    LLHost mHost;
    LLMongooseCircuit* mCircuit = nullptr;
};

struct LLCircuit
{
    LLCircuitData* mOnly = nullptr;

    LLCircuitData* findCircuit(const LLHost& host) const { return mOnly != nullptr && mOnly->getHost() == host ? mOnly : nullptr; }
};

class LLViewerRegion
{
public:
    bool simulatorFeaturesReceived() const { return mHasFeatures; }
    void getSimulatorFeatures(LLSD& features) const { features = mFeatures; }

    bool mHasFeatures = false;
    LLSD mFeatures;
};

struct LLUUID
{
};

struct LLAgent
{
    LLViewerRegion* mRegion = nullptr;
    LLHost mRegionHost;

    const LLViewerRegion* getRegion() const { return mRegion; }
    LLHost getRegionHost() const { return mRegionHost; }
    LLUUID getID() const { return {}; }
    LLUUID getSessionID() const { return {}; }
};

/// Counts the sent messages.
struct LLMessageSystem
{
    LLCircuit mCircuitInfo;
    U32 mOurCircuitCode = 0;
    std::map<std::string, int> mSent;
    std::string mName;

    void newMessageFast(const char* name) { mName = name; }
    void nextBlockFast(const char* /*name*/) {}
    void addU8Fast(const char* /*name*/, U8 /*value*/) {}
    void addU32Fast(const char* /*name*/, U32 /*value*/) {}
    void addUUIDFast(const char* /*name*/, const LLUUID& /*value*/) {}
    void addBinaryDataFast(const char* /*name*/, const void* /*data*/, S32 /*size*/) {}
    void sendMessage(const LLHost& /*host*/) { mSent[mName]++; }
};

struct LLViewerThrottle
{
    int mSent = 0;

    void sendToSim() { mSent++; }
};

using LLControlGroup = std::map<std::string, F32>;

template <typename T>
class LLCachedControl
{
public:
    LLCachedControl(const LLControlGroup& group, std::string name, T /*other*/) : mGroup(group), mName(std::move(name)) {}

    operator const T&() { return mValue = static_cast<T>(mGroup.at(mName)); }

private:
    const LLControlGroup& mGroup;
    std::string mName;
    T mValue{};
};

inline LLAgent gAgent;
inline LLMessageSystem sMessageSystem;
inline LLMessageSystem* gMessageSystem = &sMessageSystem;
inline LLViewerThrottle gViewerThrottle;
inline LLControlGroup gSavedSettings = { { "MongooseThrottle", 1.f }, { "ThrottleBandwidthKBPS", 3000.f } };

constexpr const char* _PREHASH_StartPingCheck = "StartPingCheck";
constexpr const char* _PREHASH_AgentThrottle = "AgentThrottle";
constexpr const char* _PREHASH_PingID = "PingID";
constexpr const char* _PREHASH_OldestUnacked = "OldestUnacked";
constexpr const char* _PREHASH_AgentData = "AgentData";
constexpr const char* _PREHASH_AgentID = "AgentID";
constexpr const char* _PREHASH_SessionID = "SessionID";
constexpr const char* _PREHASH_CircuitCode = "CircuitCode";
constexpr const char* _PREHASH_Throttle = "Throttle";
constexpr const char* _PREHASH_GenCounter = "GenCounter";
constexpr const char* _PREHASH_Throttles = "Throttles";

#define LL_INFOS(tag) std::cout << (tag) << ": "
#define LL_ENDL '\n'

#endif // MONGOOSE_VIEWER_STAND_INS_H
