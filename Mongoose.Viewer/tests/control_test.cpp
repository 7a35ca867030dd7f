/**
 * @file control_test.cpp
 * @brief LLMongooseControl in stand-ins for a viewer: where it is on, what it costs a frame, the largest rate that it asks for.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#include "../newview/llmongoosecontrol.h"
#include "check.h"

namespace
{

using namespace std::chrono_literals;

/// A viewer in a region with Mongoose.
struct Viewer
{
    Viewer()
    {
        mRegion.mHasFeatures = true;
        mRegion.mFeatures["OpenSimExtras"]["mongoose"];
        gAgent.mRegion = &mRegion;
        gAgent.mRegionHost = mData.getHost();
        sMessageSystem.mCircuitInfo.mOnly = &mData;
    }

    LLViewerRegion mRegion;
    LLCircuitData mData{ LLHost(9000) };
    LLMongooseControl mControl;
};

/// The rate asked for after ten seconds of 12 Mbit/s without loss, in viewer kbit/s.
double largestRate(F32 setting, Checks& checks, F64 granted_kbps = 0)
{
    gSavedSettings["ThrottleBandwidthKBPS"] = setting;
    Viewer viewer;
    viewer.mRegion.mFeatures["OpenSimExtras"]["mongoose"]["max_rate_kbps"] = granted_kbps;
    checks.that(viewer.mControl.update(), "it is on");
    LLMongooseCircuit* circuit = viewer.mData.getMongooseCircuit();
    LLMongoose::Instant now = LLMongooseCircuit::now() + 1s;
    std::uint8_t id = 0;
    checks.that(circuit != nullptr && circuit->tryPing(0, now, id), "a ping is due");
    circuit->onPingReply(id, now + 200ms);
    for (std::uint32_t i = 1; i <= 10000; i++)
    {
        circuit->onPacket(i, false, 1500, now + i * 1ms);
    }
    return circuit->requester().controller().rate().viewerKilobitsPerSecond();
}

void itIsOnWhereTheRegionHasMongoose(Checks& checks)
{
    Viewer viewer;
    viewer.mRegion.mHasFeatures = false;
    checks.that(!viewer.mControl.update(), "off until the region has said so");
    viewer.mRegion.mHasFeatures = true;
    checks.that(viewer.mControl.update() && viewer.mControl.isOn(), "on where it has");
    checks.that(sMessageSystem.mSent["StartPingCheck"] == 1, "a ping goes at once");
    viewer.mRegion.mHasFeatures = false;
    checks.that(viewer.mControl.update(), "in the next region it goes on until that has said what it has");
    viewer.mRegion.mFeatures = LLSD();
    viewer.mRegion.mHasFeatures = true;
    const int requests = gViewerThrottle.mSent;
    checks.that(!viewer.mControl.update() && !viewer.mControl.isOn(), "off where it has not");
    checks.that(gViewerThrottle.mSent == requests + 1, "the viewer's own request goes instead");
    checks.that(viewer.mData.getMongooseCircuit() == nullptr, "and the circuit is left");
}

void aFrameCopiesNothingOfTheRegion(Checks& checks)
{
    Viewer viewer;
    LLSD::sMapsCopied = 0;
    checks.that(viewer.mControl.update(), "it is on");
    checks.that(LLSD::sMapsCopied == 0, "its features are read, not copied");
}

void theLargestRateIsWithinTheViewersBounds(Checks& checks)
{
    checks.that(largestRate(3000.f, checks) == 3000, "the setting");
    checks.that(largestRate(50000.f, checks) == 10000, "at most what viewers take for the setting");
    checks.that(largestRate(20.f, checks) == 100, "at least what they do");
    checks.that(largestRate(6000.f, checks, 5120) == 5000, "at most what the region grants");
    checks.that(largestRate(3000.f, checks, 5120) == 3000, "which may be more than the setting");
}

} // namespace

int main()
{
    Checks checks;
    itIsOnWhereTheRegionHasMongoose(checks);
    aFrameCopiesNothingOfTheRegion(checks);
    theLargestRateIsWithinTheViewersBounds(checks);
    return checks.summary("control_test");
}
