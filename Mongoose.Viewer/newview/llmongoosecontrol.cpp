/**
 * @file llmongoosecontrol.cpp
 * @brief Connects LLMongooseCircuit to the viewer's settings, the agent's circuit and the message system.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "llviewerprecompiledheaders.h"
#include "llmongoosecontrol.h"

#include "llagent.h"
#include "llcircuit.h"
#include "llviewercontrol.h"
#include "llviewerregion.h"
#include "llviewerthrottle.h"
#include "message.h"

LLMongooseControl gMongooseControl;

namespace
{
    // The viewer's own limits for ThrottleBandwidthKBPS, which a manually edited setting may exceed.
    constexpr F32 MIN_BANDWIDTH_KBPS = 100.f;
    constexpr F32 MAX_BANDWIDTH_KBPS = 10000.f;

    // The maximum rate that a region with Mongoose grants, in kbit/s of 1024 bit; 0 if the region does not have Mongoose, null until its simulator
    // features have been received.
    std::optional<F32> grantedKbps(const LLViewerRegion* region)
    {
        if (!region || !region->simulatorFeaturesReceived())
        {
            return std::nullopt;
        }
        LLSD shared;
        region->getSimulatorFeatures(shared);
        // Read through a const reference; otherwise LLSD would copy the region's map in every frame.
        const LLSD& features = shared;
        const LLSD& extras = features["OpenSimExtras"];
        if (!extras.has("mongoose"))
        {
            return 0.f;
        }
        const F64 granted = extras["mongoose"]["max_rate_kbps"].asReal() / 1.024;
        return granted > 0 ? static_cast<F32>(granted) : MAX_BANDWIDTH_KBPS;
    }
}

bool LLMongooseControl::update()
{
    static LLCachedControl<bool> enabled(gSavedSettings, "MongooseThrottle", false);
    static LLCachedControl<F32> max_kbps(gSavedSettings, "ThrottleBandwidthKBPS", 3000.f);
    // A region without lending uses only part of the requested rate, so the request would decrease indefinitely.
    const std::optional<F32> granted = grantedKbps(gAgent.getRegion());
    if (!enabled || granted == 0.f || (!granted && !isOn()))
    {
        stop();
        return false;
    }
    start(granted ? std::min(*granted, std::clamp<F32>(max_kbps, MIN_BANDWIDTH_KBPS, MAX_BANDWIDTH_KBPS)) : mMaxKbps);

    LLCircuitData* data = gAgent.getRegion() ? gMessageSystem->mCircuitInfo.findCircuit(gAgent.getRegionHost()) : nullptr;
    if (!data)
    {
        return true;
    }
    const LLMongoose::Instant now = LLMongooseCircuit::now();
    follow(*data, now);

    U8 ping_id = 0;
    if (mCircuit->tryPing(data->getLastPingID(), now, ping_id))
    {
        sendPing(ping_id);
    }
    LLMongoose::ThrottleRequest request;
    if (mCircuit->tryTake(now, request))
    {
        sendThrottle(request);
    }
    return true;
}

// A changed maximum restarts the control, because the previous window may be far above the new maximum or was limited by the old one.
void LLMongooseControl::start(F32 max_kbps)
{
    if (mCircuit && mMaxKbps == max_kbps)
    {
        return;
    }
    leave();
    mMaxKbps = max_kbps;
    LLMongoose::RateControlOptions options;
    options.maxRate = LLMongoose::DataRate::fromViewerKilobitsPerSecond(max_kbps);
    mCircuit.emplace(options, LLMongooseCircuit::now());
    LL_INFOS("Throttle") << "Mongoose controls the requested rate, at most " << max_kbps << " kbit/s" << LL_ENDL;
}

void LLMongooseControl::stop()
{
    if (!mCircuit)
    {
        return;
    }
    leave();
    mCircuit.reset();
    LL_INFOS("Throttle") << "Mongoose is off" << LL_ENDL;
    if (gAgent.getRegion())
    {
        gViewerThrottle.sendToSim();
    }
}

void LLMongooseControl::follow(LLCircuitData& data, LLMongoose::Instant now)
{
    if (data.getMongooseCircuit() == &*mCircuit)
    {
        return;
    }
    leave();
    mHost = data.getHost();
    data.setMongooseCircuit(&*mCircuit);
    mCircuit->onNewCircuit(now);
}

void LLMongooseControl::leave()
{
    LLCircuitData* data = mHost.isOk() ? gMessageSystem->mCircuitInfo.findCircuit(mHost) : nullptr;
    if (data)
    {
        data->setMongooseCircuit(nullptr);
    }
    mHost = LLHost();
}

void LLMongooseControl::sendPing(U8 ping_id) const
{
    gMessageSystem->newMessageFast(_PREHASH_StartPingCheck);
    gMessageSystem->nextBlockFast(_PREHASH_PingID);
    gMessageSystem->addU8Fast(_PREHASH_PingID, ping_id);
    // 0 lets the region forget nothing; the viewer's own pings carry the real value.
    gMessageSystem->addU32Fast(_PREHASH_OldestUnacked, 0);
    gMessageSystem->sendMessage(mHost);
}

// Sent unreliably, because a request that is resent late would undo a newer one. ThrottleRequester repeats requests that may have been lost.
void LLMongooseControl::sendThrottle(const LLMongoose::ThrottleRequest& request) const
{
    gMessageSystem->newMessageFast(_PREHASH_AgentThrottle);
    gMessageSystem->nextBlockFast(_PREHASH_AgentData);
    gMessageSystem->addUUIDFast(_PREHASH_AgentID, gAgent.getID());
    gMessageSystem->addUUIDFast(_PREHASH_SessionID, gAgent.getSessionID());
    gMessageSystem->addU32Fast(_PREHASH_CircuitCode, gMessageSystem->mOurCircuitCode);
    gMessageSystem->nextBlockFast(_PREHASH_Throttle);
    // Viewers have always sent 0.
    gMessageSystem->addU32Fast(_PREHASH_GenCounter, 0);
    gMessageSystem->addBinaryDataFast(_PREHASH_Throttles, request.payload.data(), static_cast<S32>(request.payload.size()));
    gMessageSystem->sendMessage(mHost);
}
